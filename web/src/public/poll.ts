interface Polling<Result> {
  tries: number;
  pauseMs: number;
  /** Never rejects. `count` starts at 0. */
  request: (count: number) => Promise<Result>;
  /** Returns whether to request again; after the last try nothing follows. */
  receive: (result: Result, isLast: boolean) => boolean;
}

/** Requests until a result is final or no tries are left. The returned function ends it: then nothing is received. */
export function poll<Result>({ tries, pauseMs, request, receive }: Polling<Result>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;
  async function attempt(count: number) {
    const result = await request(count);
    if (isEnded) return;
    const isLast = count + 1 >= tries;
    if (receive(result, isLast) && !isLast) timer = setTimeout(() => void attempt(count + 1), pauseMs);
  }
  void attempt(0);
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}
