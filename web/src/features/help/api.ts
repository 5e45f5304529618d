import { useQuery } from '@tanstack/react-query';
import type { Guide } from './guide.ts';

/** Build folder of the guide and its pictures, named by content hash (`web/guide-files.ts`). */
const FOLDER: string = import.meta.env.VITE_GUIDE_FOLDER;

const REPLACED = 'The portal was updated. Please reload this page.';
const UNREACHABLE = 'Check your connection and try again.';

export const pictureAddress = (file: string) => `${FOLDER}/${file}`;

async function readGuide(signal: AbortSignal): Promise<Guide> {
  const answer = await fetch(`${FOLDER}/guide.json`, { signal }).catch((cause: unknown) => {
    throw new Error(UNREACHABLE, { cause });
  });
  if (!answer.ok) throw new Error(answer.status === 404 ? REPLACED : UNREACHABLE);
  return answer.json();
}

/** The full guide: a build file, fetched once and cached. */
export function useGuide() {
  return useQuery({
    queryKey: ['guide'],
    queryFn: ({ signal }) => readGuide(signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
