import { Link } from '@tanstack/react-router';
import { useWorkspace } from '../session/workspace.tsx';
import { Empty } from '../ui/states.tsx';
import { useTitle } from '../ui/use-title.ts';

/** A place that is not there. */
export function NotFound() {
  const { id } = useWorkspace();
  useTitle('Not found');
  return (
    <Empty
      page
      title="This page is not there"
      action={
        <Link to="/w/$ws" params={{ ws: id }} className="font-medium underline underline-offset-3">
          Go to the start
        </Link>
      }
    >
      <p>The address may be mistyped, or what stood here has another name now.</p>
    </Empty>
  );
}
