/** The built program of the threads that cut documents, seen from a source file as well as from what is built. */
export const cuttingProgram = new URL('../dist/cutting-thread.js', import.meta.url)
