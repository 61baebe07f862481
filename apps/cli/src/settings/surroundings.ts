/** Variables of an environment by name; empty ones count as missing. */
export type Variables = Readonly<Record<string, string | undefined>>

/** What a value is settled against: the places its paths start from and the variables it names. */
export interface Surroundings {
  /** What `~` stands for. */
  readonly home: string
  /** Where relative paths of the environment and of flags start. */
  readonly cwd: string
  readonly variables: Variables
}
