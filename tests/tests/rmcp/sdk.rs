//! What has another name in the oldest releases of the SDK.

use rmcp::{RoleClient, RoleServer, service::ServiceRole};

pub(crate) type ClientConfig = <RoleClient as ServiceRole>::Info;
pub(crate) type ServerConfig = <RoleServer as ServiceRole>::Info;
