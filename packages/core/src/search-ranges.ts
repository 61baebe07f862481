export { searchRanges } from './search/search-ranges.js'
