/** Rows that one statement takes. More could run into its timeout, and then again in every round, with more each time. */
export const BATCH = 5000

/** Until a batch was not full, or the server stops. What somebody else holds at the moment is left for the next round. */
export async function inBatches(work: () => Promise<number>, stop?: AbortSignal, size = BATCH): Promise<void> {
  let done = size
  while (done === size && !stop?.aborted) done = await work()
}

/** Step by step, each with its own transaction, until one finds nothing to do, or the server stops. */
export async function untilDone(step: () => Promise<boolean>, stop?: AbortSignal): Promise<void> {
  while (!stop?.aborted && (await step()));
}
