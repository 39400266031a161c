import { lookup as resolve } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** Addresses that only this network segment or this machine's cloud answers: credentials of machines are there. */
const LINK_LOCAL = new BlockList();
LINK_LOCAL.addSubnet("169.254.0.0", 16, "ipv4");
LINK_LOCAL.addSubnet("fe80::", 10, "ipv6");
// Credentials of virtual machines and pods at AWS, Google, Alibaba and Azure.
LINK_LOCAL.addSubnet("fd00:ec2::", 32, "ipv6");
LINK_LOCAL.addAddress("fd20:ce::254", "ipv6");
LINK_LOCAL.addAddress("100.100.100.200", "ipv4");
LINK_LOCAL.addAddress("168.63.129.16", "ipv4");
LINK_LOCAL.addSubnet("0.0.0.0", 8, "ipv4");
LINK_LOCAL.addAddress("::", "ipv6");
// The same in an IPv6 address that a gateway or this machine translates: IPv4-compatible, NAT64 and 6to4.
LINK_LOCAL.addSubnet("::a9fe:0", 112, "ipv6");
LINK_LOCAL.addSubnet("64:ff9b::a9fe:0", 112, "ipv6");
LINK_LOCAL.addAddress("64:ff9b::6464:64c8", "ipv6");
LINK_LOCAL.addSubnet("64:ff9b:1::a9fe:0", 112, "ipv6");
LINK_LOCAL.addAddress("64:ff9b:1::6464:64c8", "ipv6");
LINK_LOCAL.addSubnet("2002:a9fe::", 32, "ipv6");
LINK_LOCAL.addAddress("2002:6464:64c8::", "ipv6");

/** Addresses of private networks and of this machine. Translated forms count as private, even if the IPv4 address in them is public. */
const PRIVATE = new BlockList();
PRIVATE.addSubnet("10.0.0.0", 8, "ipv4");
PRIVATE.addSubnet("100.64.0.0", 10, "ipv4");
PRIVATE.addSubnet("127.0.0.0", 8, "ipv4");
PRIVATE.addSubnet("172.16.0.0", 12, "ipv4");
PRIVATE.addSubnet("192.0.0.0", 24, "ipv4");
PRIVATE.addSubnet("192.168.0.0", 16, "ipv4");
PRIVATE.addSubnet("198.18.0.0", 15, "ipv4");
PRIVATE.addSubnet("224.0.0.0", 3, "ipv4");
PRIVATE.addSubnet("::", 96, "ipv6");
PRIVATE.addSubnet("64:ff9b::", 96, "ipv6");
PRIVATE.addSubnet("64:ff9b:1::", 48, "ipv6");
PRIVATE.addSubnet("::ffff:0:0:0", 96, "ipv6");
PRIVATE.addSubnet("2001::", 32, "ipv6");
PRIVATE.addSubnet("2002::", 16, "ipv6");
PRIVATE.addSubnet("fc00::", 7, "ipv6");
PRIVATE.addSubnet("fec0::", 10, "ipv6");
PRIVATE.addSubnet("ff00::", 8, "ipv6");

/** Returns whether an address is link-local or a cloud's metadata service, also as an IPv6 form of an IPv4 address. */
export function isLinkLocal(address: string): boolean {
  return isIn(LINK_LOCAL, address);
}

/** Returns whether an address belongs to a private network or to this machine. */
export function isPrivate(address: string): boolean {
  return isLinkLocal(address) || isIn(PRIVATE, address);
}

function isIn(list: BlockList, address: string): boolean {
  const host = address.replaceAll(/[[\]]/g, "").split("%")[0] ?? "";
  const version = isIP(host);
  // A block list compares IPv4-mapped addresses (::ffff:a.b.c.d) as IPv4.
  return version !== 0 && list.check(host, version === 4 ? "ipv4" : "ipv6");
}

/** Returns a lookup that fails for names that lead to a refused address, at the very moment of the connection. */
export function refusingLookup(isRefused: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, options, (error: NodeJS.ErrnoException | null, address, family) => {
      const found = typeof address === "string" ? [address] : (address ?? []).map((one: { address: string }) => one.address);
      if (error === null && found.some(isRefused)) callback(new RefusedAddress(), "", 0);
      else callback(error, address, family);
    });
  };
}

/** Looks like a name that doesn't exist, so that an answer reveals nothing about the network. */
class RefusedAddress extends Error {
  readonly code = "ENOTFOUND";
}
