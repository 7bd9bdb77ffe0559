import { createDataRequests, type DataRequests, type DataServiceOptions } from './data-requests.ts'
import { createHistory, type HistoryService } from './history.ts'
import { createHoldings, type HoldingsService } from './holdings.ts'
import { createNfts, type NftService } from './nfts.ts'
import { createProfiles, type ProfileService } from './profiles.ts'

/** The data service behind `endpoints.data` (S2.7, S3.2.2). Its responses are untrusted, so invalid data are dropped. */
export interface DataService
  extends HoldingsService,
    HistoryService,
    NftService,
    ProfileService,
    DataRequests {}

export function createDataService(options: DataServiceOptions): DataService {
  const requests = createDataRequests(options)
  return {
    ...requests,
    ...createHoldings(requests, options),
    ...createHistory(requests, options),
    ...createNfts(requests, options),
    ...createProfiles(requests, options),
  }
}
