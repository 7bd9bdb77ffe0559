/** The texts of the notice about new browsers and passkeys. They are in their own file, because few visitors see the notice. */
export const newsWords = {
  newDevices: 'Browsers added recently',
  newDevicesText: "They can log in to your wallet. Remove any that isn't yours.",
  newPasskeys: 'Passkeys added recently',
  newPasskeysText:
    "A passkey holds your part of the key, and confirms new browsers. If you didn't add it, someone used your wallet's key. On the wallet's own page, remove the browsers you don't know, and replace the recovery file. All passkeys then stop working.",
  removeDevice: 'Remove',
  removed: 'Removed',
  someDevice: 'A browser',
} as const
