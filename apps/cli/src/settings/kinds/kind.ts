import type { Place } from '../errors.js'
import type { Plain, TreeNode } from '../tree.js'

/** A piece of a JSON schema, draft 07. */
export type JsonSchema = { readonly [keyword: string]: Plain }

/** Gives the value in the surroundings of a run; what depends on variables and folders is settled only then. */
export type Settle<Value> = (surroundings: Surroundings) => Value

/** What values a setting can have, and how they are read and shown. */
export interface Kind<Value> {
  /** In words that follow "must be". */
  readonly allowed: string
  /** Of the value as a file has it. */
  readonly schema: JsonSchema
  /**
   * Reads a value as a file has it.
   * @throws SettingsError, at once for what is wrong in itself, on settling for what the surroundings lack
   */
  read(node: TreeNode, place: Place): Settle<Value>
  /** What an environment variable stands for, as a file would have it. */
  fromVariable(text: string, name: string): Plain
  /** The value as a file would have it, with folders and variables filled in, but never a secret. See `withReferences`. */
  show(value: Value): Plain
}

/** The values of a kind. */
export type ValueOf<AnyKind> = AnyKind extends Kind<infer Value> ? Value : never

/** A text is itself. */
export function textItself(text: string): string {
  return text
}

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
