export { createProcessIo, writeWhole } from '@recallite/command-line'
export { main } from './main.js'
