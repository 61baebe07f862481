import { reasonOf } from '../reason-of.js'

/** Tells each trouble once, until all is well again. */
export function tellOnce(tell: (message: string) => void) {
  let told: string | undefined
  return {
    trouble(error: unknown): void {
      const message = reasonOf(error)
      if (message !== told) tell(message)
      told = message
    },
    isWell: (): void => void (told = undefined),
  }
}
