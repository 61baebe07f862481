/** The parser and its dependencies in one file, which loads faster and with fewer file descriptors. */
declare module 'markdown-it/dist/markdown-it.js' {
  export { default } from 'markdown-it'
  export type * from 'markdown-it'
}
