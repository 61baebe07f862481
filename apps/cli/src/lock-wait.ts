/** How long a command that somebody waits for waits for another process that is indexing, in milliseconds. */
export const lockWait = 30_000
