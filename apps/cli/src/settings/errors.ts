/** The ways settings are refused; stable, for programs to act on. */
export type SettingsErrorCode =
  /** No setting has that name. */
  | 'SETTINGS_UNKNOWN_KEY'
  /** A value is not one that its setting can have. */
  | 'SETTINGS_INVALID_VALUE'
  /** A settings file is there, or was named, and cannot be read. */
  | 'SETTINGS_UNREADABLE'
  /** A settings file is not a mapping in YAML or JSON. */
  | 'SETTINGS_MALFORMED'
  /** Two settings files where one is read. */
  | 'SETTINGS_AMBIGUOUS'
  /** A value that may not stand where it stands: a literal key, or what a workspace file may not say. */
  | 'SETTINGS_REFUSED'
  /** A value needs a variable of the environment that is not set. */
  | 'SETTINGS_VARIABLE_UNSET'

const marker = Symbol.for('recallite.SettingsError')

/** Why settings are not taken; the message says where they stand and what to do, and never repeats a value. */
export class SettingsError extends Error {
  readonly code: SettingsErrorCode
  readonly isRetryable = false

  constructor(code: SettingsErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'SettingsError'
    this.code = code
    Object.defineProperty(this, marker, { value: true })
  }

  /** True for a settings error of any copy of this module. */
  static isInstance(value: unknown): value is SettingsError {
    return typeof value === 'object' && value !== null && marker in value
  }
}
