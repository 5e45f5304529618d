import type { Database } from '../database/database.ts';
import type { ArchivedHashes } from './archived-hashes.ts';
import { knowsVersion, linkHash } from './chain.ts';
import { BEFORE_ALL, readLinks } from './read-links.ts';
import type { Findings, StoredLink } from './verify-links.ts';

/**
 * Checks links in the table at archived positions, which the walk along the chain does not visit: either their deletion was
 * interrupted and they equal the archive, or an attacker inserted them.
 */
export async function checkLeftovers(
  db: Database,
  { archivedTo, archived, findings }: { archivedTo: number; archived: ArchivedHashes; findings: Findings },
): Promise<void> {
  for await (const links of readLinks(db, { after: BEFORE_ALL, to: archivedTo })) {
    for (const link of links) {
      if (await isAsArchived(link, archived)) continue;
      const message = `Row ${link.event_id} was inserted later: its link is at position ${link.position}, which is archived with different content.`;
      findings.add('inserted', link, message);
    }
  }
}

async function isAsArchived(link: StoredLink, archived: ArchivedHashes): Promise<boolean> {
  const previous = link.position > 0 ? await archived.at(link.position - 1) : null;
  const hash = await archived.at(link.position);
  // What cannot be read was reported by the walk.
  if (previous === 'unread' || hash === 'unread') return true;
  const { row, version } = link;
  // An archived row and its link are deleted in one statement.
  if (!previous || !hash || !row || !knowsVersion(version)) return false;
  return link.hash.equals(hash) && linkHash({ ...link, row }, previous).equals(hash);
}
