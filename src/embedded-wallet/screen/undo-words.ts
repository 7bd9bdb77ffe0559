/** The texts for undoing a replacement of the key's parts. They load with the screens that show them. */
export const undoWords = {
  replacedHere: (day: string) =>
    `The parts of your wallet's key were replaced on ${day}. If that wasn't you, undo it with your passkey or your recovery file.`,
  undo: 'Undo the replacement',
  undoWhat: (day: string) =>
    `The parts of this wallet's key were replaced on ${day}. Continue only if that wasn't you: the earlier parts work again in all your browsers, also your recovery file or the passkey that you use here. The newer parts and other passkeys stop working. If the earlier parts were deleted, which happens after 30 days, you'll get new ones.`,
  splitAnew: {
    text: 'The earlier parts were deleted after 30 days, so the key was split again. Your old recovery file and passkeys no longer work, and your other browsers need the new part. Save it now.',
  },
  noPasskeys: {
    text: "Your old recovery file works again. Your passkeys don't, because the attacker may have added one of them. Add a passkey now, so that it confirms new browsers.",
    hasFile: true,
  },
} as const
