/** Facts 5.3: what a network is called that the host did not request. */
export const unknownNetwork = 'Unknown Network'
