import { Toaster } from 'sonner';
import { useIsDark } from './theme.ts';

/** Short messages about what was just done. What must be read stands on the page instead. */
export function Toasts() {
  return (
    <Toaster
      theme={useIsDark() ? 'dark' : 'light'}
      position="bottom-right"
      mobileOffset={{ bottom: 76 }}
      toastOptions={{
        classNames: {
          toast: '!bg-ink !text-paper !border-transparent !font-sans !rounded-xl !shadow-float',
          description: '!text-paper/80',
          actionButton: '!bg-paper !text-ink',
        },
      }}
    />
  );
}
