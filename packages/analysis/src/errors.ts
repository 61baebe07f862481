const marker = Symbol.for('recallite.LanguageNotLoadedError')

/** Words of a language were to be stemmed before `loadLanguages` had been awaited for it. */
export class LanguageNotLoadedError extends Error {
  readonly code = 'LANGUAGE_NOT_LOADED'
  readonly isRetryable = false
  /** As an ISO 639-1 code. */
  readonly language: string

  constructor(language: string) {
    super(`The language ${language} is not loaded. Await loadLanguages(['${language}']) first.`)
    this.name = 'LanguageNotLoadedError'
    this.language = language
    Object.defineProperty(this, marker, { value: true })
  }

  /** True for such an error of any copy of this package. */
  static isInstance(value: unknown): value is LanguageNotLoadedError {
    return typeof value === 'object' && value !== null && marker in value
  }
}
