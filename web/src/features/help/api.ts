import { useQuery } from '@tanstack/react-query';
import type { Guide } from './guide.ts';

/** Where the build keeps the guide and its pictures; another folder for every wording (`web/guide-files.ts`). */
const FOLDER: string = import.meta.env.VITE_GUIDE_FOLDER;

const REPLACED = 'The portal was updated meanwhile: please reload this page.';
const UNREACHED = 'Please check the connection.';

export const pictureAddress = (file: string) => `${FOLDER}/${file}`;

async function readGuide(signal: AbortSignal): Promise<Guide> {
  const answer = await fetch(`${FOLDER}/guide.json`, { signal }).catch((cause: unknown) => {
    throw new Error(UNREACHED, { cause });
  });
  if (!answer.ok) throw new Error(answer.status === 404 ? REPLACED : UNREACHED);
  return answer.json();
}

/** The whole guide: a file of the build, which comes once and stays. */
export function useGuide() {
  return useQuery({
    queryKey: ['guide'],
    queryFn: ({ signal }) => readGuide(signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
