import { createContext } from 'react-router'
import type { ApiClient } from '../client.ts'

/** The calls, in process, for loaders. */
export const apiContext = createContext<ApiClient>()
