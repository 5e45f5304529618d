import { reasonOf, StartupError } from '../host/src/startup-error.ts';
import { dataPaths } from '../server/src/platform/data-folder.ts';
import { AppError } from '../server/src/platform/errors.ts';
import { createDiskStorage } from '../server/src/platform/storage/disk.ts';
import { type CopyCount, copyFiles } from '../server/src/providers/storage/copy-files.ts';
import { createS3Storage } from '../server/src/providers/storage/s3.ts';
import { runCommand } from './installation.ts';

const PROGRESS_INTERVAL = 100;
const sizeText = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

function showProgress({ copied, present, bytes }: CopyCount): void {
  const seen = copied + present;
  if (seen % PROGRESS_INTERVAL === 0)
    console.log(`${seen} files processed, ${copied} copied (${sizeText(bytes)})`);
}

/** npm run storage:copy [-- --to-disk]: copies every file from the data folder to the bucket, or back. */
await runCommand(async (config, args) => {
  const wrong = args.find((arg) => arg !== '--to-disk');
  if (wrong) throw new StartupError(`${wrong} is not an option: npm run storage:copy [-- --to-disk]`);
  if (!config.S3_BUCKET)
    throw new StartupError('S3_BUCKET is not set: set it to the bucket to copy to or from.');
  const { filesDir } = dataPaths(config.dataDir);
  const [disk, s3] = [createDiskStorage(filesDir), createS3Storage(config)];
  const isToDisk = args.includes('--to-disk');
  const [from, to] = isToDisk ? [s3, disk] : [disk, s3];
  try {
    const { copied, present, bytes } = await copyFiles({ from, to }, showProgress);
    const bucket = `the bucket ${config.S3_BUCKET}`;
    const direction = isToDisk ? `from ${bucket} to ${filesDir}` : `from ${filesDir} to ${bucket}`;
    console.log(`Copied ${copied} files (${sizeText(bytes)}) ${direction}; ${present} already existed.`);
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : error;
    throw new StartupError(`The copy stopped: ${reasonOf(cause)}. Run the command again to continue.`, {
      cause,
    });
  }
});
