/** The built program of the thread that watches files, seen from a source file as well as from what is built. */
export const watchProgram = new URL('../dist/watch/watch-thread.js', import.meta.url)
