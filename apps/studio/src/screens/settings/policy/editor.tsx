import type { PolicyTest, PolicyVersion } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../../data/keys.ts';
import { useWorkspace } from '../../../session/workspace.tsx';
import { Copyable } from '../../../ui/copy.tsx';
import { Section } from '../../../ui/page.tsx';
import { Choice } from '../../../ui/tabs.tsx';
import { undoable } from '../../../ui/undoable.ts';
import { CodeArea } from './code-area.tsx';
import { Findings, marksOf } from './findings.tsx';
import { FormView } from './form-view.tsx';
import { Save } from './save.tsx';
import { Simulator } from './simulator.tsx';
import { Tests } from './tests.tsx';
import { useCheck } from './use-check.ts';

/** The text and the tests as they are being changed, with what the server says of them meanwhile. */
export function Editor({ policy, mayChange }: { policy: PolicyVersion; mayChange: boolean }) {
  const { api, id } = useWorkspace();
  const [cedar, setCedar] = useState(policy.cedar);
  const [tests, setTests] = useState<readonly PolicyTest[]>(policy.tests);
  const [view, setView] = useState<'text' | 'form'>('text');
  const { check, error, isLate } = useCheck(cedar, tests);
  const rules = useQuery({ queryKey: keys.rules(id), queryFn: () => api.rules.get() });
  const isChanged = cedar !== policy.cedar || tests !== policy.tests;
  const undo = () => {
    setCedar(policy.cedar);
    setTests(policy.tests);
    undoable('Your changes are gone', () => {
      setCedar(cedar);
      setTests(tests);
    });
  };
  return (
    <>
      <Section
        title="Policy"
        lead="Who may do what, in Cedar. What no policy permits is denied. What a stranger could have brought about is held in any case; no policy can switch that off."
      >
        <div className="grid gap-4">
          <Choice
            label="How to see it"
            value={view}
            options={[
              { value: 'text', label: 'As text' },
              { value: 'form', label: 'As a form' },
            ]}
            onChange={setView}
          />
          {view === 'text' ? (
            <CodeArea
              label="Policy text"
              value={cedar}
              readOnly={!mayChange}
              marks={marksOf(check)}
              onChange={setCedar}
            />
          ) : (
            <FormView
              cedar={cedar}
              isBad={(check?.problems.length ?? 0) > 0}
              mayChange={mayChange}
              onChange={setCedar}
            />
          )}
          <Findings check={check} error={error} isLate={isLate} />
          <p className="flex flex-wrap items-center gap-2 text-[13px] text-ink-2">
            Version {policy.number} <Copyable text={policy.version} label="policy version" />
            {!mayChange && 'Only an admin can change it.'}
          </p>
        </div>
      </Section>
      <Section title="Tests" lead="What must hold whatever the text says. They are saved with it.">
        <Tests tests={tests} check={check} mayChange={mayChange} onChange={setTests} />
      </Section>
      {mayChange && (
        <Save
          policy={policy}
          draft={{ cedar, tests }}
          isChanged={isChanged}
          isBad={(check?.problems.length ?? 0) > 0}
          needsTwo={rules.data?.policyTwoPersons === true}
          onUndo={undo}
        />
      )}
      <Section
        title="Try it on the past"
        lead="What this text would have made of past runs. Each decision is looked at by itself; nothing is done or recorded."
      >
        <Simulator cedar={cedar} />
      </Section>
    </>
  );
}
