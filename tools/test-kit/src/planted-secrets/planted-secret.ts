import { randomTexts } from './random-texts.js'

/** A text with a secret, as it appears in a transcript. */
export interface PlantedSecret {
  readonly kind: string
  readonly text: string
  /** What must not remain of the text. */
  readonly secret: string
}

/** A kind of secret: its name, how to make one, and the text around it. */
export type SecretKind = readonly [
  kind: string,
  make: (of: ReturnType<typeof randomTexts>) => string,
  around: (secret: string) => string,
]

/** One secret of each kind, the same for the same seed. */
export function plantSecrets(kinds: readonly SecretKind[], seed: number): PlantedSecret[] {
  const of = randomTexts(seed)
  return kinds.map(([kind, make, around]) => {
    const secret = make(of)
    return { kind, secret, text: around(secret) }
  })
}
