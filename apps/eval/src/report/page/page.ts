import type { PageData } from '../page-data/page-data.js'
import { elementById } from './dom.js'
import { startFilterForm } from './filter-form.js'
import { startQueryList } from './query-list.js'

const data = JSON.parse(elementById('page-data', HTMLScriptElement).text) as PageData
startFilterForm(data, startQueryList(data))
