declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http';

  /** An S3-compatible server over files in a folder; it has one account, S3RVER / S3RVER. */
  class S3rver {
    constructor(options: {
      directory: string;
      silent: boolean;
      vhostBuckets: boolean;
      allowMismatchedSignatures: boolean;
      configureBuckets: { name: string }[];
    });
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
  }
  export = S3rver;
}
