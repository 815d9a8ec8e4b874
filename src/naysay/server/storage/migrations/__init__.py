"""How databases of earlier versions become databases of this one."""
