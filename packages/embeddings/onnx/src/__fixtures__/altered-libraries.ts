import { importLibraries, type OnnxLibraries, type OnnxSession } from '../libraries.js'

/** The real libraries, with sessions that a test has changed. */
export async function alterSessions(
  alter: (session: OnnxSession) => Partial<OnnxSession>,
): Promise<() => Promise<OnnxLibraries>> {
  const real = await importLibraries()
  return async () => ({
    ...real,
    async openSession(path, threads) {
      const session = await real.openSession(path, threads)
      return { ...session, ...alter(session) }
    },
  })
}
