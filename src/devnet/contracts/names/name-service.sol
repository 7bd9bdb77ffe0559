// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

// Names on a local network: our own contracts with the interfaces of ENS, so that viem and other ENS clients can read them.
// They aren't ENS's contracts: names are free, never expire, and a single operator registers them. No CCIP-Read.

import { DnsName } from "./dns-name.sol";
import { NameRegistry } from "./name-registry.sol";
import { NameResolver } from "./name-resolver.sol";
import { ReverseRegistrar } from "./reverse-registrar.sol";
import { UniversalResolver } from "./universal-resolver.sol";

/// Creates the other contracts, owns every name, and registers names for accounts that proved their address to the operator.
contract NameService {
    NameRegistry public immutable registry;
    NameResolver public immutable resolver;
    ReverseRegistrar public immutable reverse;
    UniversalResolver public immutable universal;
    address public immutable operator;
    mapping(bytes32 => uint64) private registered;

    error NotOperator();
    error NameTaken(bytes name);

    constructor() {
        operator = msg.sender;
        registry = new NameRegistry();
        resolver = new NameResolver(registry);
        reverse = new ReverseRegistrar(registry, resolver);
        universal = new UniversalResolver(registry);
        registry.setSubnodeOwner(0, keccak256("reverse"), address(reverse));
    }

    /// Registers a free name with its addresses by coin type and its texts, and sets it as the reverse name of each address.
    function register(
        bytes memory dns,
        string calldata name,
        uint256[] calldata coinTypes,
        bytes[] calldata addresses,
        string[2][] calldata texts
    ) external {
        if (msg.sender != operator) revert NotOperator();
        bytes32 node = own(dns, 0);
        if (registered[node] != 0) revert NameTaken(dns);
        registered[node] = uint64(block.timestamp);
        registry.setResolver(node, address(resolver));
        for (uint256 i = 0; i < coinTypes.length; i++) {
            resolver.setAddr(node, coinTypes[i], addresses[i]);
            if (bytes(name).length > 0) reverse.setNameFor(addresses[i], coinTypes[i], name);
        }
        for (uint256 i = 0; i < texts.length; i++) resolver.setText(node, texts[i][0], texts[i][1]);
    }

    /// All records of a name; `registeredAt` is zero if the name is free.
    function profile(bytes memory dns)
        external
        view
        returns (
            uint256 registeredAt,
            uint256 updatedAt,
            uint256[] memory coinTypes,
            bytes[] memory addresses,
            uint256[] memory created,
            string memory avatar,
            string memory description
        )
    {
        bytes32 node = resolver.recordsOf(dns);
        registeredAt = registered[node];
        updatedAt = resolver.updated(node);
        coinTypes = resolver.coinTypes(node);
        addresses = new bytes[](coinTypes.length);
        created = new uint256[](coinTypes.length);
        for (uint256 i = 0; i < coinTypes.length; i++) {
            addresses[i] = resolver.addr(node, coinTypes[i]);
            created[i] = resolver.created(node, coinTypes[i]);
        }
        avatar = resolver.text(node, "avatar");
        description = resolver.text(node, "description");
    }

    /// The node of a name. Makes the service the owner of the name and its ancestors where they have none, from the root down.
    function own(bytes memory dns, uint256 offset) private returns (bytes32 node) {
        (bytes32 label, uint256 next) = DnsName.labelAt(dns, offset);
        if (label == 0) return 0;
        bytes32 parent = own(dns, next);
        node = keccak256(abi.encodePacked(parent, label));
        if (registry.owner(node) == address(0)) registry.setSubnodeOwner(parent, label, address(this));
    }
}
