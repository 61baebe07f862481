/** Runs work with an open resource, and closes it in any case. */
export async function closing<Open extends { close(): unknown }, Result>(
  open: Open,
  work: (open: Open) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(open)
  } finally {
    await open.close()
  }
}
