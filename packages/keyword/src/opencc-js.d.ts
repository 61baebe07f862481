declare module 'opencc-js/dict/TSCharacters' {
  /** A traditional and a simplified character in each pair, with a space between them; pairs are separated by `|`. */
  const table: string
  export default table
}
