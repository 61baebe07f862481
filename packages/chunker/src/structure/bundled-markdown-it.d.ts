/** The parser and all that it needs in one file: programs with few file descriptors can load it, and sooner. */
declare module 'markdown-it/dist/markdown-it.js' {
  export { default } from 'markdown-it'
  export type * from 'markdown-it'
}
