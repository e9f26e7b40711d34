import { ROLES, type Role } from '@countersign/contract';
import { Check, Field, Select } from '../../../ui/field.tsx';
import { ScrollX } from '../../../ui/scroll-x.tsx';
import {
  FORM_ACTS,
  FORM_ANSWERS,
  type PolicyForm,
  readForm,
  withAnswer,
  writeForm,
} from './form-text.ts';

const ACTS: Readonly<Record<(typeof FORM_ACTS)[number], string>> = {
  read: 'look',
  write: 'change',
  send: 'send',
  destroy: 'delete',
  generate: 'ask a model',
};

/** The common part of the policies as a table, which writes the text. */
export function FormView({
  cedar,
  isBad,
  mayChange,
  onChange,
}: {
  cedar: string;
  isBad: boolean;
  mayChange: boolean;
  onChange: (cedar: string) => void;
}) {
  if (isBad)
    return (
      <p className="text-sm text-ink-2">
        The text has problems, so it cannot be shown as a form; mend it as text first.
      </p>
    );
  const { form, others, addsControl } = readForm(cedar);
  const change = (changed: PolicyForm) => onChange(writeForm(changed, others));
  return (
    <fieldset disabled={!mayChange} className="grid gap-4">
      <legend className="sr-only">Policies as a form</legend>
      {others.length > 0 && (
        <div className="rounded-lg bg-held-soft px-3 py-2 text-sm text-held">
          {others.length === 1 ? 'One policy' : `${others.length} policies`} of the text cannot be
          shown here. What the table says holds only as far as they do not say otherwise; a change
          leaves them as they are.
        </div>
      )}
      <p className="text-[13px] text-ink-2">
        A change here writes the text anew, without its comments
        {addsControl && ', and forbids agents to change the platform itself'}. A role is never given
        less than one below it. <i>Ask 2 people</i> waits for the yes of two different people.
      </p>
      <ScrollX label="Who may do what">
        <table className="w-full text-left text-sm">
          <thead className="text-[13px] text-ink-2">
            <tr>
              <th className="py-2 pr-3 font-medium">Who</th>
              {FORM_ACTS.map((act) => (
                <th key={act} className="py-2 pr-3 font-medium">
                  {ACTS[act]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...ROLES, 'agents' as const].map((who) => (
              <tr key={who}>
                <th scope="row" className="py-1 pr-3 font-medium">
                  {who}
                </th>
                {FORM_ACTS.map((act) => {
                  const row = who === 'agents' ? form.agents : form.roles[who];
                  return (
                    <td key={act} className="py-1 pr-3">
                      <Select
                        aria-label={`${who}: ${ACTS[act]}`}
                        className="min-w-24"
                        value={row[act]}
                        onChange={(event) => {
                          const answer = FORM_ANSWERS.find((one) => one === event.target.value);
                          if (answer !== undefined) change(withAnswer(form, who, act, answer));
                        }}
                      >
                        {FORM_ANSWERS.toReversed().map((one) => (
                          <option key={one} value={one}>
                            {one.startsWith('ask ') ? `ask ${one.slice(4)} people` : one}
                          </option>
                        ))}
                      </Select>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollX>
      <div className="grid gap-4 sm:grid-cols-2">
        <Lowest
          label="Answers questions of their own runs"
          value={form.answersOwn}
          onChange={(answersOwn) => change({ ...form, answersOwn })}
        />
        <Lowest
          label="Answers everybody’s questions"
          value={form.answersAll}
          onChange={(answersAll) => change({ ...form, answersAll })}
        />
      </div>
      <Check
        label="Four eyes"
        hint="Nobody answers for a send or a deletion of their own."
        checked={form.fourEyes}
        onChange={(event) => change({ ...form, fourEyes: event.target.checked })}
      />
    </fieldset>
  );
}

function Lowest({
  label,
  value,
  onChange,
}: {
  label: string;
  value: Role | null;
  onChange: (role: Role | null) => void;
}) {
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={value ?? ''}
          onChange={(event) => onChange(ROLES.find((one) => one === event.target.value) ?? null)}
        >
          <option value="">nobody</option>
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {role} and those above
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
