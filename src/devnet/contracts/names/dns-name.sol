// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Names in DNS wire format: each label with a length prefix, then a zero.
library DnsName {
    error DNSDecodingFailed(bytes dns);

    /// The hash of the label at an offset, and the offset of the next one. The hash is zero at the end of the name.
    function labelAt(bytes memory name, uint256 offset) internal pure returns (bytes32 hash, uint256 next) {
        if (offset >= name.length) revert DNSDecodingFailed(name);
        uint256 length = uint8(name[offset]);
        next = offset + 1 + length;
        if (next > name.length) revert DNSDecodingFailed(name);
        if (length == 0) return (0, next);
        assembly {
            hash := keccak256(add(add(name, 33), offset), length)
        }
    }

    /// EIP-137: the namehash of the name that starts at an offset.
    function nodeAt(bytes memory name, uint256 offset) internal pure returns (bytes32) {
        (bytes32 hash, uint256 next) = labelAt(name, offset);
        return hash == 0 ? bytes32(0) : keccak256(abi.encodePacked(nodeAt(name, next), hash));
    }

    /// Encodes a dotted name.
    function encoded(string memory text) internal pure returns (bytes memory dns) {
        bytes memory letters = bytes(text);
        dns = new bytes(letters.length + 2);
        uint256 length = 0;
        for (uint256 i = letters.length; i > 0; i--) {
            bytes1 letter = letters[i - 1];
            if (letter != ".") {
                dns[i] = letter;
                length++;
                if (i > 1) continue;
            }
            if (length == 0 || length > 255 || (i == 1 && letter == ".")) revert DNSDecodingFailed(letters);
            dns[letter == "." ? i : 0] = bytes1(uint8(length));
            length = 0;
        }
    }
}

/// The reverse name of an address (EIP-181, ENSIP-19).
library ReverseName {
    bytes16 private constant hexDigits = "0123456789abcdef";

    function digits(bytes memory value) internal pure returns (string memory) {
        bytes memory text = new bytes(2 * value.length);
        for (uint256 i = 0; i < value.length; i++) {
            text[2 * i] = hexDigits[uint8(value[i]) >> 4];
            text[2 * i + 1] = hexDigits[uint8(value[i]) & 15];
        }
        return string(text);
    }

    /// `addr` for coin type 60, else the coin type in hex.
    function space(uint256 coinType) internal pure returns (string memory) {
        if (coinType == 60) return "addr";
        uint256 length = 1;
        for (uint256 rest = coinType >> 4; rest > 0; rest >>= 4) length++;
        bytes memory text = new bytes(length);
        for (uint256 rest = coinType; length > 0; rest >>= 4) text[--length] = hexDigits[rest & 15];
        return string(text);
    }

    function whole(bytes memory account, uint256 coinType) internal pure returns (string memory) {
        return string.concat(digits(account), ".", space(coinType), ".reverse");
    }
}
