"""The modules: blind spots (H157 to H160) and the medieval armoury (H161 to H169)."""
