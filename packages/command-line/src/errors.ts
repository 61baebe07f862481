/** What was typed cannot be done as it stands; ends with the usage status. */
export class UsageError extends Error {
  readonly code = 'USAGE'

  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}
