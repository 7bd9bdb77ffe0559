import { createDataRequests, type DataRequests, type DataServiceOptions } from './data-requests.ts'
import { createHistory, type HistoryService } from './history.ts'
import { createHoldings, type HoldingsService } from './holdings.ts'
import { createProfiles, type ProfileService } from './profiles.ts'

/**
 * What the host of `endpoints.data` knows of accounts. All that it says is foreign: what cannot be used is left out.
 * Specification 2, section 7; facts 2.2.
 */
export interface DataService extends HoldingsService, HistoryService, ProfileService, DataRequests {}

export function createDataService(options: DataServiceOptions): DataService {
  const requests = createDataRequests(options)
  return {
    ...requests,
    ...createHoldings(requests, options),
    ...createHistory(requests, options),
    ...createProfiles(requests, options),
  }
}
