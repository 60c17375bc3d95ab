"""parlour"""
