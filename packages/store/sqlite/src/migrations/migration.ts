/** One step of the schema. Once released it never changes: the next step mends it. */
export interface Migration {
  /** From 1, without gaps. */
  readonly number: number
  readonly name: string
  readonly sql: string
}
