import { renameSync } from 'node:fs'

/** How long to try, and between two tries, in milliseconds. */
const [patience, pause] = [2000, 20]

/** Gives a file (or folder) the name of another, which it replaces: at once, or on Windows as soon as no program reads either. */
export function replaceFile(made: string, file: string): void {
  for (let waited = 0; ; waited += pause) {
    try {
      return renameSync(made, file)
    } catch (error) {
      if (waited >= patience || !isInUse(error)) throw error
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
  }
}

/** Whether a file may be out of reach only for a moment: on Windows while another program has it open, or it is being deleted. */
export function isInUse(error: unknown): boolean {
  if (process.platform !== 'win32' || !(error instanceof Error) || !('code' in error)) return false
  return ['EPERM', 'EACCES', 'EBUSY'].includes(String(error.code))
}
