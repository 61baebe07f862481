/** The built program of a thread, seen from a source file as well as from what is built. */
export const threadProgram = new URL('../dist/threads/store-thread.js', import.meta.url)
