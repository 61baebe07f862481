import { SettingsError } from '../errors.js'

/** The code and the message of the `SettingsError` of a call. */
export function refusalOf(call: () => unknown): string {
  try {
    call()
  } catch (error) {
    if (error instanceof SettingsError) return `${error.code} ${error.message}`
    throw error
  }
  return 'not refused'
}

/** The same for an asynchronous call. */
export async function refusalOfPromise(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'not refused',
    (error: unknown) =>
      refusalOf(() => {
        throw error
      }),
  )
}
