import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { OperationPreview } from './operation-preview.tsx';
import { OperationProgress } from './operation-progress.tsx';
import { OperationResult } from './operation-result.tsx';
import { isWorking, useOperation } from './use-operations.ts';

interface OperationViewProps {
  id: number;
  /** Returns from the preview to the form. */
  onBack?: () => void;
  onStarted?: () => void;
  /** Closes the view while the job continues. */
  onLeave?: () => void;
  onClose?: () => void;
}

/** A bulk action: its preview, progress or result, as the server's state determines. */
export function OperationView({ id, onBack, onStarted, onLeave, onClose }: OperationViewProps) {
  const query = useOperation(id);
  return (
    <Loaded
      query={query}
      failed="Couldn’t load the operation."
      loading={<LoadingRows rows={5} label="Loading the operation…" />}
    >
      {({ data: operation, sample, balance_cents: balance }) => {
        if (operation.state === 'draft')
          return <OperationPreview {...{ operation, sample, balance, onBack, onStarted }} />;
        if (isWorking(operation)) return <OperationProgress operation={operation} onLeave={onLeave} />;
        return <OperationResult operation={operation} onClose={onClose} />;
      }}
    </Loaded>
  );
}
