import { IconTools } from '@tabler/icons-react';
import { EmptyState } from '../components/ui/empty-state.tsx';
import { AnchorLink } from '../components/ui/link.tsx';
import { PageHeader } from '../components/ui/page-header.tsx';

interface AreaToComePageProps {
  title: string;
  /** What people will do here. */
  text: string;
}

/** An area that this version does not have: says so instead of showing a table that can hold nothing. */
export function AreaToComePage({ title, text }: AreaToComePageProps) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        icon={<IconTools size={22} aria-hidden />}
        title="Not part of this version yet"
        text={text}
        action={<AnchorLink to="/crm/clients">Go to the clients</AnchorLink>}
      />
    </>
  );
}
