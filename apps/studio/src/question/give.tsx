import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';

/** An answer's button. Armed, it has the focus and a ring that is not to be missed. */
export function Give({
  look = 'plain',
  disabled,
  isArmed = false,
  disarm,
  onPress,
  children,
}: {
  look?: 'seal' | 'plain' | 'danger';
  disabled: boolean;
  isArmed?: boolean;
  disarm?: () => void;
  onPress: () => void;
  children: ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isArmed) button.current?.focus();
  }, [isArmed]);
  return (
    <Button
      ref={button}
      look={look}
      size="large"
      disabled={disabled}
      onClick={onPress}
      onBlur={disarm}
      onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      className={classes('max-sm:flex-1', isArmed && 'outline-3 outline-offset-3 outline-focus')}
    >
      {children}
    </Button>
  );
}
