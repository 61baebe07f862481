/** Where a value comes from. */
export type Origin =
  | { readonly kind: 'built-in' }
  | { readonly kind: 'file'; readonly file: string; readonly line: number; readonly isWorkspace: boolean }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'flag'; readonly name: string }

/** What is there without anybody's doing. */
export const builtIn: Origin = { kind: 'built-in' }

/** An origin as people find it: `file:line`, the variable's name, the flag, or `built-in`. */
export function describeOrigin(origin: Origin): string {
  if (origin.kind === 'file') return `${origin.file}:${origin.line}`
  return origin.kind === 'built-in' ? origin.kind : origin.name
}
