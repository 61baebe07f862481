import type { Entry } from '../errors.js'
import type { Plain, TreeNode } from '../tree.js'

/** A piece of a JSON schema, draft 07. */
export type JsonSchema = { readonly [keyword: string]: Plain }

/** Gives the value in the surroundings of a run: variables and folders are filled in only then. */
export type Resolve<Value> = (surroundings: Surroundings) => Value

/** What values a setting can have, and how they are read and shown. */
export interface Kind<Value> {
  /** In words that follow "must be". */
  readonly allowed: string
  /** Of the value as a file has it. */
  readonly schema: JsonSchema
  /**
   * Reads a value as a file has it.
   * @throws SettingsError at once for a value that is wrong in itself, on resolving for what the surroundings lack
   */
  read(node: TreeNode, entry: Entry): Resolve<Value>
  /** What the text of an environment variable means, as a file would have it; without it the text itself. */
  fromVariable?(text: string, name: string): Plain
  /** The value as a file would have it, never with a secret; without it the value itself. See `withReferences`. */
  show?(value: Value): Plain
}

/** The values of a kind. */
export type ValueOf<AnyKind> = AnyKind extends Kind<infer Value> ? Value : never

/** Variables of an environment by name; empty ones count as missing. */
export type Variables = Readonly<Record<string, string | undefined>>

/** What a value is resolved against. */
export interface Surroundings {
  /** What `~` stands for. */
  readonly home: string
  /** The folder of relative paths that variables and flags name. */
  readonly cwd: string
  readonly variables: Variables
}

/** A value as a file would have it; see `Kind.show`. */
export function showValue<Value>({ show }: Kind<Value>, value: Value): Plain {
  return show ? show(value) : (value as Plain)
}

/** The text of a variable as a file would have it; see `Kind.fromVariable`. */
export function readVariable({ fromVariable }: Kind<unknown>, text: string, name: string): Plain {
  return fromVariable ? fromVariable(text, name) : text
}
