export { writeWhole } from '@recallite/command-line'
export { main } from './main.js'
