const escaped = /[<>&\u2028\u2029]/g

/** A value as JSON that can stand in a script element: nothing in it ends the element, begins a comment or a tag. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value).replace(
    escaped,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
