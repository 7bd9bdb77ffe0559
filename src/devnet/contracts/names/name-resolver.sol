// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import { DnsName } from "./dns-name.sol";
import { NameRegistry } from "./name-registry.sol";

/// The records of names: addresses on any network (EIP-2304, coin types of ENSIP-11), texts (EIP-634), names of reverse
/// nodes (EIP-181), and wildcards: records of the label `*` apply to all names below its parent (ENSIP-10).
contract NameResolver {
    struct Entry {
        bytes value;
        uint64 created;
    }

    NameRegistry public immutable registry;
    mapping(bytes32 => mapping(uint256 => Entry)) private entries;
    mapping(bytes32 => uint256[]) private coins;
    mapping(bytes32 => mapping(string => string)) public text;
    mapping(bytes32 => string) public name;
    mapping(bytes32 => uint64) public updated;

    event AddrChanged(bytes32 indexed node, address a);
    event AddressChanged(bytes32 indexed node, uint256 coinType, bytes newAddress);
    event TextChanged(bytes32 indexed node, string indexed indexedKey, string key, string value);
    event NameChanged(bytes32 indexed node, string name);

    error NotOwner(bytes32 node);
    error NotProfile();

    constructor(NameRegistry registry_) {
        registry = registry_;
    }

    modifier onlyOwner(bytes32 node) {
        if (registry.owner(node) != msg.sender) revert NotOwner(node);
        updated[node] = uint64(block.timestamp);
        _;
    }

    function addr(bytes32 node) external view returns (address) {
        bytes memory value = entries[node][60].value;
        return value.length == 20 ? address(bytes20(value)) : address(0);
    }

    function addr(bytes32 node, uint256 coinType) external view returns (bytes memory) {
        return entries[node][coinType].value;
    }

    function coinTypes(bytes32 node) external view returns (uint256[] memory) {
        return coins[node];
    }

    /// The Unix time in seconds when the address was first set.
    function created(bytes32 node, uint256 coinType) external view returns (uint64) {
        return entries[node][coinType].created;
    }

    function setAddr(bytes32 node, uint256 coinType, bytes calldata value) external onlyOwner(node) {
        Entry storage entry = entries[node][coinType];
        if (entry.created == 0) {
            entry.created = uint64(block.timestamp);
            coins[node].push(coinType);
        }
        entry.value = value;
        emit AddressChanged(node, coinType, value);
        if (coinType == 60) emit AddrChanged(node, address(bytes20(value)));
    }

    function setText(bytes32 node, string calldata key, string calldata value) external onlyOwner(node) {
        text[node][key] = value;
        emit TextChanged(node, key, key, value);
    }

    function setName(bytes32 node, string calldata value) external onlyOwner(node) {
        name[node] = value;
        emit NameChanged(node, value);
    }

    /// The node with a name's records: its own, or that of `*` under the nearest ancestor that has one.
    function recordsOf(bytes memory dns) public view returns (bytes32 node) {
        node = DnsName.nodeAt(dns, 0);
        uint256 offset = 0;
        while (updated[node] == 0) {
            bytes32 hash;
            (hash, offset) = DnsName.labelAt(dns, offset);
            if (hash == 0) return DnsName.nodeAt(dns, 0);
            node = keccak256(abi.encodePacked(DnsName.nodeAt(dns, offset), keccak256("*")));
        }
    }

    /// Resolves a name with wildcards (ENSIP-10).
    function resolve(bytes memory dns, bytes memory data) external view returns (bytes memory) {
        bytes32 node = recordsOf(dns);
        if (data.length < 36) revert NotProfile();
        // The node is the first argument of every profile.
        assembly {
            mstore(add(data, 36), node)
        }
        (bool done, bytes memory result) = address(this).staticcall(data);
        if (done) return result;
        assembly {
            revert(add(result, 32), mload(result))
        }
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x3b3b57de || id == 0xf1cb7e06 || id == 0x59d1d43c || id == 0x691f3431
            || id == 0x9061b923;
    }
}
