import { stat } from 'node:fs/promises'

/** Whether there is a regular file; anything else, such as a named pipe, might be waited for without end. */
export function isRegularFile(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  )
}
