import { type Missing, PERMISSION_DAYS, type PermissionDays } from '@countersign/contract';
import { Check, Select } from '../ui/field.tsx';
import { type Remembering, USUAL } from './use-remember.ts';
import { daysWord } from './words.ts';

/** The tick that lets the agent do this again without asking, and for how long. Nothing where that can never be. */
export function RememberBox({
  missing,
  remembering,
}: {
  missing: Missing;
  remembering: Remembering;
}) {
  const days = remembering.daysOf(missing);
  if (days === undefined) return null;
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 rounded-lg bg-sunken px-3 py-2.5">
      <div className="min-w-0 flex-1 basis-60">
        <Check
          label="Remember for this agent"
          hint="It may use exactly this value here again without asking. You can revoke that at any time."
          checked={days !== null}
          onChange={(event) => remembering.set(missing, event.target.checked ? USUAL : null)}
        />
      </div>
      {days !== null && (
        <Select
          aria-label="Remember for how long"
          className="!w-auto !py-1 text-sm"
          value={days}
          onChange={(event) =>
            // The choices below are the only values it has.
            remembering.set(missing, Number(event.target.value) as PermissionDays)
          }
        >
          {PERMISSION_DAYS.map((one) => (
            <option key={one} value={one}>
              {daysWord(one)}
            </option>
          ))}
        </Select>
      )}
    </div>
  );
}
